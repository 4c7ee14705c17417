export const layoutMessages = {
  demo: 'Demo data, do not use for fitment',
} as const
