/** Prints the page once all its pictures are there: those further down are fetched only when somebody comes near. */
export async function printWithPictures(): Promise<void> {
  const pictures = [...document.images]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.race([Promise.allSettled(pictures.map(picture => picture.decode())), patience()])
  print()
}

// A list is worth printing without them as well.
const mostMs = 5_000

function patience(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, mostMs))
}
