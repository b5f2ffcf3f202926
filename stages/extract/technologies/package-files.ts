/**
 * URL patterns of a published package on the public CDNs jsDelivr, unpkg and cdnjs. `folder` is its name on cdnjs
 * where that differs.
 */
export function onCdns(name: string, folder = name): string[] {
  return [`/npm/${name}`, `unpkg.com/${name}`, `/ajax/libs/${folder}/`]
}

/** The same, and its file on any host, for file names that no other package uses. */
export function packageFiles(name: string, folder = name): string[] {
  return [`/${name}.js`, `/${name}.min.js`, ...onCdns(name, folder)]
}
