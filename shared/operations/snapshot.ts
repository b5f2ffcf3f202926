import { z } from 'zod'
import { numberBetween, oneOf, targetUrl, trueOrFalse } from '#shared/operations/fields.ts'

/** Maximum characters of a selector. */
const SELECTOR_LIMIT = 4096
/** Maximum selectors of `locate`, and characters of each. */
const LOCATE_LIMIT = 100
const LOCATED_SELECTOR_LIMIT = 1000

/** Viewports of `device` in CSS pixels: infra/docs/clients.md#device-presets. */
export const devicePresets = {
  mobile: { width: 375, height: 667, deviceScaleFactor: 2 },
  tablet: { width: 768, height: 1024, deviceScaleFactor: 2 },
  desktop: { width: 1920, height: 1080, deviceScaleFactor: 1 },
} as const satisfies Record<string, Viewport>
export type Device = keyof typeof devicePresets

export interface Viewport {
  readonly width: number
  readonly height: number
  readonly deviceScaleFactor: number
}

/** Named qualities: infra/docs/clients.md#snapshot-parameters. */
const qualities = { low: 60, medium: 80, high: 95 } as const

const DEFAULT_FORMAT = 'webp'
/** Holds images of more pixels in height than webp. */
const FALLBACK_FORMAT = 'jpeg'

const realBetween = (min: number, max: number) => {
  const error = `must be a number between ${min} and ${max}`
  return z.number({ error }).min(min, { error }).max(max, { error })
}

const viewport = z.strictObject(
  {
    width: numberBetween(320, 3840).default(devicePresets.desktop.width),
    height: numberBetween(240, 2160).default(devicePresets.desktop.height),
    deviceScaleFactor: realBetween(1, 3).default(devicePresets.desktop.deviceScaleFactor),
  },
  { error: 'must be an object with width, height and deviceScaleFactor' },
)

function selectorOf(limit: number) {
  const error = `must be a CSS selector of 1 to ${limit} characters`
  return z.string({ error }).trim().min(1, { error }).max(limit, { error })
}

const locateError = `must be a list of up to ${LOCATE_LIMIT} CSS selectors`

/** Parameters of the operation `snapshot`, with constant defaults: infra/docs/clients.md#snapshot-parameters. */
export const snapshotParameters = z
  .strictObject({
    url: targetUrl,
    device: oneOf(['mobile', 'tablet', 'desktop']).optional(),
    viewport: viewport.optional(),
    fullPage: trueOrFalse.default(false),
    selector: selectorOf(SELECTOR_LIMIT).optional(),
    locate: z
      .array(selectorOf(LOCATED_SELECTOR_LIMIT), { error: locateError })
      .max(LOCATE_LIMIT, { error: locateError })
      .optional(),
    blockAds: trueOrFalse.default(false),
    blockCookieBanners: trueOrFalse.default(false),
    // Whether it was given decides what becomes of an image that webp cannot hold: no default is filled in.
    format: oneOf(['png', 'jpeg', 'webp']).optional().meta({ default: DEFAULT_FORMAT }),
    quality: z.union([realBetween(0, 100), oneOf(['low', 'medium', 'high'])]).default(80),
    omitBackground: trueOrFalse.default(false),
    timeout: numberBetween(1000, 60_000).default(30_000),
    waitFor: numberBetween(0, 10_000).default(0),
    waitUntil: oneOf(['load', 'domcontentloaded', 'networkidle0', 'networkidle2']).default('networkidle2'),
  })
  .refine(({ omitBackground, format }) => omitBackground !== true || format === 'png', {
    path: ['omitBackground'],
    error: 'needs the format png: the others are given a background',
    params: { expected: 'format png' },
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    if: { properties: { omitBackground: { const: true } }, required: ['omitBackground'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema (2020-12, 10.2.2.2)
    then: { properties: { format: { const: 'png' } }, required: ['format'] },
  })
export type SnapshotParameters = z.infer<typeof snapshotParameters>
export type ImageFormat = NonNullable<SnapshotParameters['format']>
export type WaitUntil = SnapshotParameters['waitUntil']

/** The effective options of a snapshot: presets and names are resolved, options without effect are left out. */
export interface EffectiveSnapshot {
  readonly device: Device
  readonly viewport: Viewport
  readonly fullPage: boolean
  readonly selector: string | null
  /** Whose positions are reported; absent where none was asked for. */
  readonly locate?: readonly string[]
  readonly blockAds: boolean
  readonly blockCookieBanners: boolean
  readonly format: ImageFormat
  /** What is taken instead where `format` cannot hold the image; null where a format was asked for, or where any can. */
  readonly fallbackFormat: ImageFormat | null
  /** 0 to 100; null for png. */
  readonly quality: number | null
  readonly omitBackground: boolean
  readonly timeout: number
  readonly waitFor: number
  readonly waitUntil: WaitUntil
}

/** A preset overrides the viewport. Without both, the desktop preset applies. */
export function effectiveSnapshot(parameters: SnapshotParameters): EffectiveSnapshot {
  const {
    url: _,
    device,
    viewport: own,
    selector = null,
    quality,
    format: asked,
    locate,
    ...rest
  } = parameters
  const format = asked ?? DEFAULT_FORMAT
  const mayBeTall = rest.fullPage || selector !== null
  return {
    ...rest,
    device: device ?? 'desktop',
    viewport: device === undefined ? (own ?? devicePresets.desktop) : devicePresets[device],
    selector,
    ...(locate !== undefined && { locate }),
    format,
    fallbackFormat: asked === undefined && mayBeTall ? FALLBACK_FORMAT : null,
    quality: format === 'png' ? null : Math.round(typeof quality === 'number' ? quality : qualities[quality]),
  }
}
