import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'

/** How far a viewport meta element lets people zoom. */
interface ZoomLimit {
  readonly element: Element
  /** The setting that limits it, as written; '' without one. */
  readonly setting: string
  /** Maximum factor; infinite without a limit. */
  readonly scale: number
}

/** The limits of each viewport meta element (CSS Viewport Module Level 1, section 3). */
export function zoomLimits(document: PageDocument): ZoomLimit[] {
  return document
    .byTag('meta')
    .filter(({ attribs }) => attribs.name?.trim().toLowerCase() === 'viewport')
    .map((element) => {
      const limits = settingsOf(element.attribs.content ?? '').map(limitOf)
      const none = { setting: '', scale: Number.POSITIVE_INFINITY }
      return {
        element,
        ...limits.reduce((least, limit) => (limit.scale < least.scale ? limit : least), none),
      }
    })
}

function settingsOf(content: string): { name: string; value: string }[] {
  return content
    .toLowerCase()
    .split(/[,;]/)
    .map((setting) => {
      const [name = '', value = ''] = setting.split('=', 2).map((part) => part.trim())
      return { name, value }
    })
}

function limitOf({ name, value }: { name: string; value: string }): { setting: string; scale: number } {
  const scale = value === '' ? Number.POSITIVE_INFINITY : scaleOf(name, value)
  return { setting: `${name}=${value}`, scale }
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
