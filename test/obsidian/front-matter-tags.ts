/** "Combines both the `tags` and `tag` properties" (types' doc comment): with `#`; here `tags` alone. */
export function parseFrontMatterTags(
  frontmatter: { readonly tags?: readonly string[] } | null,
): string[] | null {
  return frontmatter?.tags?.map((tag) => (tag.startsWith('#') ? tag : `#${tag}`)) ?? null;
}

/** The aliases of a note; here of `aliases` alone. */
export function parseFrontMatterAliases(
  frontmatter: { readonly aliases?: readonly string[] } | null,
): string[] | null {
  return frontmatter?.aliases ? [...frontmatter.aliases] : null;
}
