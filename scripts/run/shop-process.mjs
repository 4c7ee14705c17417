// Node options of the shop's process. On a large machine Node uses as much memory as it can get and collects garbage
// late, while the shop's live data is some 40 MB. Space for 16 MB of new objects holds what a few pages make while they
// are rendered: 32 MB take a tenth less processor time for a long list and 40 MB more, 64 MB nothing less. V8's middle
// compiler, Maglev, saves a fifth of a product page's time (4.0 → 3.2 ms) and a twelfth of a list's.
export const nodeOptions = ['--max-semi-space-size=16', '--max-old-space-size=512']

/**
 * One malloc arena: memory that one thread (password hashing, image scaling) frees can be reused by the others. And what is
 * larger than 256 KB goes back to the system when it is freed: by itself malloc keeps up to 32 MB of each such piece, and a
 * catalogue of 300,000 products left 110 MB of them behind when its search engine was built.
 */
export const environment = {
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1',
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '262144',
}
