import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { UsageError } from '../../options.ts'
import type { CommandLine } from '../command-line.ts'
import { fileError } from '../errors.ts'

/** The names that a report carries: `title` and `client`, and `logo` as a data URI. Those not given are absent. */
export type Branding = Readonly<Partial<Record<'title' | 'client' | 'logo', string>>>

/** The options of a command that put names on a report. */
export const brandingOptions = ['title', 'client', 'logo'] as const

/** The part of a usage text that explains them. */
export const brandingUsage = `  --title <text>       title of the report
  --client <text>      whom it is made for
  --logo <file>        logo for the cover: a PNG, JPEG or SVG of at most 100,000 bytes`

/** Media types by the ending of the file. */
const imageTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
}

/**
 * The names that a command line gives; the function reads the logo, whose path starts in `folder`, and throws a FileError. Throws a
 * UsageError for a file that is no image by its ending.
 */
export function readBranding(line: CommandLine): (folder: string) => Promise<Branding> {
  const [title, client, logo] = brandingOptions.map((name) => line.text(name))
  const names = { ...(title && { title }), ...(client && { client }) }
  if (!logo) return async () => names
  const type = imageTypes[extname(logo).toLowerCase()]
  if (type === undefined) throw new UsageError(['--logo must be a .png, .jpg or .svg file'])
  return async (folder) => {
    const path = resolve(folder, logo)
    const bytes = await readFile(path).catch((error: unknown) => {
      throw fileError('Cannot read', path, error)
    })
    return { ...names, logo: `data:${type};base64,${bytes.toString('base64')}` }
  }
}
