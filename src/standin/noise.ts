/** What an outdated installer prints first, on stdout (observed with installers before 1.12.4). */
export const NOISE =
  '2026-09-15 12:05:01 Loading updated app package /opt/Obsidian/resources/obsidian.asar\n' +
  'Your Obsidian installer is out of date. Please download the latest installer from https://obsidian.md/download\n';
