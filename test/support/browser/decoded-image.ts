import sharp from 'sharp'

type Color = readonly [red: number, green: number, blue: number]

/** A decoded image. */
export interface DecodedImage {
  readonly width: number
  readonly height: number
  readonly format: string
  /** `r,g,b` of a pixel. */
  at(x: number, y: number): string
  /** Whether a pixel has this color, within the tolerance of a lossy format. */
  isNear(x: number, y: number, color: Color): boolean
  /** The alpha channel of a pixel; 255 where the format has none. */
  alphaAt(x: number, y: number): number
}

/** Maximum change of a channel of a flat color by a lossy encoder. */
const LOSS = 16

export async function decodeImage(image: Buffer): Promise<DecodedImage> {
  const options = { limitInputPixels: false, failOn: 'truncated' } as const
  const { format } = await sharp(image, options).metadata()
  const { data, info } = await sharp(image, options).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => {
    const start = (y * info.width + x) * 4
    return data.subarray(start, start + 4)
  }
  return {
    width: info.width,
    height: info.height,
    format,
    at: (x, y) => pixel(x, y).subarray(0, 3).join(),
    isNear: (x, y, color) =>
      color.every((part, index) => Math.abs(part - (pixel(x, y)[index] ?? 999)) <= LOSS),
    alphaAt: (x, y) => pixel(x, y)[3] ?? 0,
  }
}
