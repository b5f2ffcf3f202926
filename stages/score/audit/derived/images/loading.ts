import type { Element } from 'domhandler'

/** Whether an image or a frame is loaded lazily (HTML Standard, 2.5.7). White space is no part of a keyword (2.3.3). */
export function isLazy({ attribs }: Element): boolean {
  return attribs.loading?.toLowerCase() === 'lazy'
}

/** Whether an element asks for high priority (HTML Standard, 2.5.8). */
export function hasHighPriority({ attribs }: Element): boolean {
  return attribs.fetchpriority?.toLowerCase() === 'high'
}
