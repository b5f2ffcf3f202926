/**
 * File extensions of downloads. Extensions that product names end with (Node.js, ASP.NET) are missing: a page
 * with that name would be lost.
 */
const extensions: readonly string[] = [
  ...['avif', 'bmp', 'gif', 'heic', 'ico', 'jpeg', 'jpg', 'png', 'psd', 'svg', 'tif', 'tiff', 'webp'],
  ...['7z', 'bz2', 'dmg', 'exe', 'gz', 'iso', 'jar', 'msi', 'pkg', 'rar', 'tar', 'tgz', 'xz', 'zip'],
  ...['apk', 'bin', 'deb', 'rpm', 'torrent'],
  ...['aac', 'avi', 'flac', 'flv', 'm4a', 'm4v', 'mid', 'mkv', 'mov', 'mp3', 'mp4', 'mpeg', 'mpg'],
  ...['oga', 'ogg', 'ogv', 'wav', 'webm', 'wma', 'wmv'],
  ...['csv', 'doc', 'docx', 'epub', 'ics', 'mobi', 'odp', 'ods', 'odt', 'pdf', 'pps', 'ppt', 'pptx', 'ps'],
  ...['rtf', 'vcf', 'xls', 'xlsx'],
  ...['atom', 'eot', 'otf', 'rss', 'ttf', 'woff', 'woff2', 'xml'],
]
const downloads: ReadonlySet<string> = new Set(extensions)

/**
 * Returns true when the path has the extension of an image, an archive, a media file, a document or a feed.
 */
export function isDownload(pathname: string): boolean {
  const dot = pathname.lastIndexOf('.')
  return dot > pathname.lastIndexOf('/') && downloads.has(pathname.slice(dot + 1).toLowerCase())
}
