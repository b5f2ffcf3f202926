import type { Tag } from '../html/collector.ts'

/** Whether an element stands beside the content of the page. The header of an article or of main is content. */
export function isBesideContent(tag: Tag): boolean {
  if (tag.isIn('nav') || tag.isIn('footer') || tag.isIn('aside')) return true
  return tag.isIn('header') && !tag.isIn('article') && !tag.isIn('main')
}
