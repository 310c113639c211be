/** "Combines both the `tags` and `tag` properties" (types' doc comment): with `#`; here `tags` alone. */
export function parseFrontMatterTags(
  frontmatter: { readonly tags?: readonly string[] } | null,
): string[] | null {
  return frontmatter?.tags?.map((tag) => (tag.startsWith('#') ? tag : `#${tag}`)) ?? null;
}
