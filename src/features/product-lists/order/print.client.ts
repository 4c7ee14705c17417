/** Prints the page once its pictures are loaded: lazy pictures further down would otherwise be missing. */
export async function printWithPictures(): Promise<void> {
  const pictures = [...document.images]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.race([Promise.allSettled(pictures.map(picture => picture.decode())), waitAtMost()])
  print()
}

// After this the page is printed without the missing pictures.
const maxWaitMs = 5_000

function waitAtMost(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, maxWaitMs))
}
