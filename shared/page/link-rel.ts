/** Google's documentation of link attributes: links with one of these values are generally not followed. */
const unfollowed: ReadonlySet<string> = new Set(['nofollow', 'ugc', 'sponsored'])

/** The values of a link's `rel` in lower case as Google reads them: parted by spaces or commas. */
export function relValues(rel: string): string[] {
  return rel
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((value) => value !== '')
}

/** Whether the `rel` of a link asks not to follow it. */
export function isNotFollowed(rel: string): boolean {
  return relValues(rel).some((value) => unfollowed.has(value))
}
