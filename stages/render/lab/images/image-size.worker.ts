import sharp from 'sharp'
import type { RunTask } from '#shared/ports/isolated-tasks.ts'

/** Pixels, after the EXIF orientation is applied. */
export interface FileSize {
  readonly width: number
  readonly height: number
}

/** Of one file; Chromium decodes no larger images. */
const MAX_PIXELS = 200_000_000

/** Reads the size of an image file. Rejects when it is damaged or claims too many pixels. */
export const run: RunTask<Uint8Array, FileSize> = async (body) => {
  const { autoOrient } = await sharp(body, { limitInputPixels: MAX_PIXELS }).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}
