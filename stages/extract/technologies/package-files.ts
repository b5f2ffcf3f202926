/**
 * Paths under which a published package is loaded from the public CDNs jsDelivr, unpkg and cdnjs. `folder` is its name
 * on cdnjs where that differs.
 */
export function onCdns(name: string, folder = name): string[] {
  return [`/npm/${name}`, `unpkg.com/${name}`, `/ajax/libs/${folder}/`]
}

/** The same, and its file on any host: for names that nobody else gives to a file. */
export function packageFiles(name: string, folder = name): string[] {
  return [`/${name}.js`, `/${name}.min.js`, ...onCdns(name, folder)]
}
