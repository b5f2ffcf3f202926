/** Life of cached answers by default, in seconds: `infra/docs/clients.md#caches`. */
export const cacheTtl = { snapshot: 86_400, metadata: 3600, performance: 86_400, 'seo-audit': 3600 } as const
