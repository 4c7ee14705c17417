export const termsMessages = {
  notPublished: 'Our terms of sale are not published yet. Until they are, we take no orders.',
} as const
