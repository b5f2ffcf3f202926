/** Google's documentation of link attributes: links with one of these values are generally not followed. */
const values: ReadonlySet<string> = new Set(['nofollow', 'ugc', 'sponsored'])

/** Whether the `rel` of a link, in lower case, asks not to follow it. Pages separate its values by commas, too. */
export function isNotFollowed(rel: string): boolean {
  return rel.split(/[\s,]+/).some((value) => values.has(value))
}
