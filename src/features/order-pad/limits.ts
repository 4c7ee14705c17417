/** So many lines a pad takes at a time. */
export const mostLines = 500
