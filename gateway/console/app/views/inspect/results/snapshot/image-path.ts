/** Images that the console itself has, by `screenshot_url`. */
const elsewhere = new Map<string, string>()

/** Shows the image of a snapshot that no service has stored, such as that of the recorded example. */
export function showImageAt(screenshotUrl: string, path: string): void {
  elsewhere.set(screenshotUrl, path)
}

/**
 * The path of a snapshot's picture at this service. `screenshot_url` may name another origin (a public address, or the
 * store itself), from which the console loads nothing; the service has the picture under the same file name.
 */
export function imagePath(screenshotUrl: string): string {
  const known = elsewhere.get(screenshotUrl)
  if (known !== undefined) return known
  const file = new URL(screenshotUrl).pathname.split('/').at(-1) ?? ''
  return `images/${encodeURIComponent(file)}`
}
