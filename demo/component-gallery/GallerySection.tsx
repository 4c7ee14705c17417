import type { ReactNode } from 'react'

/** A titled section of the gallery. */
export function GallerySection({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="mt-10 border-t border-rule pt-6">
      <h2 className="mb-4 text-xl">{name}</h2>
      {children}
    </section>
  )
}
