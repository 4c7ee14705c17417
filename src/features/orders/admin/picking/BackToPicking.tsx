import { pickingUrl } from '../../picking/pick-list.ts'

export const BackToPicking = () => (
  <p className="no-print mt-6">
    <a href={pickingUrl} className="link inline-flex min-h-11 items-center">
      Back to picking
    </a>
  </p>
)
