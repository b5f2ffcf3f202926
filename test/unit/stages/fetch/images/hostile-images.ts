/** An SVG whose decoding takes minutes, in a few thousand bytes: each blur of each rectangle covers the whole picture. */
export function slowSvg(): Buffer {
  const blurs = '<feGaussianBlur stdDeviation="300"/>'.repeat(200)
  const field = '<rect width="100%" height="100%" fill="#336699" filter="url(#f)"/>'.repeat(1000)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f">${blurs}</filter>${field}</svg>`,
  )
}
