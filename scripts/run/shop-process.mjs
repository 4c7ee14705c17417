// How the shop's own process is run. Node takes as much memory as it can get on a large machine, and its garbage
// waits for collection accordingly; the shop's live data is some 40 MB. With these it ends the benchmark's load below
// 200 MB and is no slower (docs/performance.md). V8's middle compiler, Maglev, is left out: what it makes and what it
// makes it of are some 15 MB, for the tenth of a millisecond that a page takes less until the last compiler comes to it.
export const nodeOptions = ['--max-semi-space-size=4', '--max-old-space-size=512', '--no-maglev']

/** No separate heaps for the threads that hash passwords and make pictures: what one frees another can take. */
export const environment = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' }
