import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'

/** A setting of a viewport meta element, and how far it lets people zoom. */
interface ZoomLimit {
  readonly element: Element
  /** As written, in lower case. */
  readonly setting: string
  /** Maximum factor; infinite without a limit. */
  readonly scale: number
}

const MAX_CHARS = 2_000
/** A name, what is up to the equals sign, and a value; white space ends a value, too. */
const setting = /(?<![^\s,;=])([^\s,;=]+)(?![^\s,;=])[^,;=]*=[\s=]*([^\s,;=]+)/g

/** The viewport meta elements with content. */
export function viewports(document: PageDocument): Element[] {
  return document
    .byTag('meta')
    .filter(({ attribs }) => attribs.name?.toLowerCase() === 'viewport' && attribs.content !== undefined)
}

/** The settings of the page's viewport meta elements (CSS Viewport Module Level 1, section 3). */
export function zoomLimits(document: PageDocument): ZoomLimit[] {
  return viewports(document).flatMap((element) =>
    settingsOf(element.attribs.content ?? '').map(({ name, value }) => ({
      element,
      setting: `${name}=${value}`,
      scale: scaleOf(name, value),
    })),
  )
}

/** Name and value of each setting; the last of a name counts (CSS Viewport Module Level 1, 3.2). */
function settingsOf(content: string): { name: string; value: string }[] {
  const settings = new Map<string, string>()
  const written = content.slice(0, MAX_CHARS).toLowerCase()
  for (const [, name = '', value = ''] of written.matchAll(setting)) settings.set(name, value)
  return [...settings].map(([name, value]) => ({ name, value }))
}

function scaleOf(name: string, value: string): number {
  const number = Number.parseFloat(value)
  if (name === 'user-scalable') return isOff(value, number) ? 1 : Number.POSITIVE_INFINITY
  if (name !== 'maximum-scale' || number < 0) return Number.POSITIVE_INFINITY
  if (value === 'device-width' || value === 'device-height') return 10
  return Number.isNaN(number) ? 1 : number
}

/** Whether zooming is off: numbers from 1, numbers up to -1 and names of lengths mean `yes`. */
function isOff(value: string, number: number): boolean {
  if (!Number.isNaN(number)) return number > -1 && number < 1
  return !['yes', 'device-width', 'device-height'].includes(value)
}
