/** The customer's pictures, each a link to the whole of it. */
export function ReturnPictures({ urls, number }: { urls: readonly string[]; number: string }) {
  return (
    <ul className="mt-1 flex flex-wrap gap-3">
      {urls.map((url, nth) => (
        <li key={url}>
          <a href={url} className="block rounded border border-edge bg-white p-1">
            <img
              src={url}
              alt={`${number}, number ${nth + 1} of ${urls.length}, larger`}
              width={144}
              height={144}
              loading="lazy"
              className="size-28 object-contain sm:size-36"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
