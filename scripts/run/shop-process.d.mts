export const nodeOptions: string[]
export const environment: { MALLOC_ARENA_MAX: string; MALLOC_MMAP_THRESHOLD_: string }
