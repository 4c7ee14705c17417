/** The way to the list that a page belongs to, below its content. */
export const BackLink = ({ url, name }: { url: string; name: string }) => (
  <p className="no-print mt-6">
    <a href={url} className="link tap-target">
      {name}
    </a>
  </p>
)
