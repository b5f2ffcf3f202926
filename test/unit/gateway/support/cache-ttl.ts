/** How long answers are given again, in seconds (decisions section 3). */
export const cacheTtl = { snapshot: 86_400, metadata: 3600, performance: 86_400, 'seo-audit': 3600 } as const
