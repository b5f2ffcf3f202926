import type { AttributeMask, Attributes } from '../html/attributes.ts'
import type { Collector, Tag } from '../html/collector.ts'
import { tidy } from '../text/tidy.ts'

export interface MarkerNames {
  readonly ids: ReadonlySet<string>
  /** Class names of `html` and `body`. */
  readonly classes: ReadonlySet<string>
  readonly tags: ReadonlySet<string>
  /** Attribute names; they must be among the known ones of `html/attributes.ts`. */
  readonly attributes: readonly string[]
}

const maxAddresses = 200
const maxAddressChars = 2_048
const frameSources = ['src', 'data-src', 'data-lazy-src'] as const

/**
 * Collects the markers that the catalogue of technologies looks for: `id:…`, `class:…`, `tag:…` and `attribute:…`,
 * written as in the catalogue. Also collects URLs of frames (`frame:…`) and of images inside noscript (`pixel:…`).
 */
export class MarkerCollector implements Collector {
  readonly tags: readonly string[]
  readonly attributes: readonly string[]
  readonly sees = { noscript: true } as const
  readonly markers = new Set<string>()
  readonly #wanted: MarkerNames
  #mask: AttributeMask | null = null
  #addresses = 0

  constructor(wanted: MarkerNames) {
    this.#wanted = wanted
    this.tags = ['html', 'body', 'iframe', 'img', ...wanted.tags]
    this.attributes = ['id', ...wanted.attributes]
  }

  open(tag: Tag): void {
    const { name, attributes } = tag
    const id = attributes.get('id')
    if (id !== null && this.#wanted.ids.has(id)) this.markers.add(`id:${id}`)
    this.#addAttributes(attributes)
    if (this.#wanted.tags.has(name)) this.markers.add(`tag:${name}`)
    if (name === 'html' || name === 'body') this.#addClasses(attributes)
    else if (name === 'iframe')
      this.#addAddress(
        'frame',
        frameSources.map((one) => attributes.get(one)),
      )
    else if (name === 'img' && tag.isIn('noscript')) this.#addAddress('pixel', [attributes.get('src')])
  }

  #addAttributes(attributes: Attributes): void {
    this.#mask ??= attributes.maskOf(this.#wanted.attributes)
    if ((attributes.mask & this.#mask) === 0) return
    for (const one of this.#wanted.attributes) if (attributes.has(one)) this.markers.add(`attribute:${one}`)
  }

  #addClasses(attributes: Attributes): void {
    for (const one of attributes.get('class')?.split(/[\t\n\f\r ]+/) ?? [])
      if (this.#wanted.classes.has(one)) this.markers.add(`class:${one}`)
  }

  /** Adds the first of the values that is a URL. */
  #addAddress(kind: 'frame' | 'pixel', values: readonly (string | null)[]): void {
    const written = values.map(tidy).find((value) => value !== null && value !== 'about:blank')
    if (!written || this.#addresses++ >= maxAddresses) return
    this.markers.add(`${kind}:${written.slice(0, maxAddressChars)}`)
  }
}
