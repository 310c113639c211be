/** A program that fails in the way that the call names in its path, or by its command. @param ways further cases of its words */
export function failingProgram(ways: string): string {
  return `case $command in
vaults) printf 'Notes\\t/home/me/Notes\\nTwin\\t/home/me/Twin\\nTwin\\t/mnt/Twin\\n'; exit ;;
files) printf 'a/Same.md\\nb/Same.md\\n'; exit ;;
daily) echo 'Error: Command "daily" not found. It may require a plugin to be enabled.'; exit ;;
esac
[ "$vault" != Gone ] || { echo 'Vault not found.'; exit; }
for word do case $word in
path=Silent.md) exit ;;
path=Long.md) exec head -c 67108865 /dev/zero ;;
path=Off.md) echo 'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.'; exit ;;
path=Away.md) echo 'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.' >&2; exit 1 ;;
path=Missing.md) echo 'Error: File "Missing.md" not found.'; exit ;;
path=Odd.md) echo 'Error: Something odd.'; exit ;;
${ways}
esac; done
echo "Appended to: a.md"`;
}
