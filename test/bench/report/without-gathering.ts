import { registerHooks } from 'node:module'

/**
 * Preloaded into a service (`node --import`), this makes it a service without reports on sites: no facts are read of
 * pages, and none are stored.
 */
const edits: Readonly<Record<string, readonly [code: string, replacement: string]>> = {
  'stages/extract/extract-handler.ts': ['isOfSite: isItemId(request.id)', 'isOfSite: false'],
  'stages/batch/adapters/sqlite/complete.ts': ['makeGatherer(options.tables.site)', '() => null'],
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const edit = Object.entries(edits).find(([file]) => url.endsWith(`/${file}`))?.[1]
    if (edit === undefined) return loaded
    const source = String(loaded.source)
    if (!source.includes(edit[0])) throw new Error(`${url} has no "${edit[0]}" any more`)
    return { ...loaded, source: source.replace(...edit) }
  },
})
