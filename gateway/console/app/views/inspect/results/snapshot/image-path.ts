/**
 * The path of a snapshot's picture at this service. `screenshot_url` may name another origin (a public address, or the
 * store itself), from which the console loads nothing; the service has the picture under the same file name.
 */
export function imagePath(screenshotUrl: string): string {
  const file = new URL(screenshotUrl).pathname.split('/').at(-1) ?? ''
  return `images/${encodeURIComponent(file)}`
}
