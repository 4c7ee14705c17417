/** What the frame of every page says. */
export const frameWords = {
  demo: 'Demo data, do not use for fitment',
} as const
