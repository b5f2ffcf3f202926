/** The blocked categories, named as in third-party-web. */
export const categories = ['ad', 'analytics', 'marketing', 'social', 'tag-manager'] as const
export type Category = (typeof categories)[number]
