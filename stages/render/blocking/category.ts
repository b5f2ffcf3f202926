/** What is refused, in the terms of third-party-web. */
export const categories = ['ad', 'analytics', 'marketing', 'social', 'tag-manager'] as const
export type Category = (typeof categories)[number]
