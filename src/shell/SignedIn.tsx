/** Who is signed in, and the way out. */
export function SignedIn({ name, className = '' }: { name: string; className?: string }) {
  return (
    <form method="post" action="/logout" className={`flex items-center gap-4 ${className}`}>
      <span className="max-w-48 truncate">{name}</span>
      <button type="submit" className="min-h-10 cursor-pointer whitespace-nowrap hover:underline">
        Sign out
      </button>
    </form>
  )
}
