/** The way to the list that a page belongs to, below its content. */
export const BackLink = ({ url, name }: { url: string; name: string }) => (
  <p className="no-print mt-6">
    <a href={url} className="link inline-flex min-h-11 items-center">
      {name}
    </a>
  </p>
)
