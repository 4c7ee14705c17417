// The architecture: which feature may import which. A feature's `schemas.ts` is open to all features; of the rest, a
// feature imports only from the features in its list. dependency-cruiser enforces it (.dependency-cruiser.cjs); widen a
// list only with a reason, in a comment beside it.

exports.allowedImports = {
  media: [],
  newsletter: [],
  accounts: [],
  wallpaper: ['media'],
  catalogue: ['accounts', 'media'],
  'catalogue-import': ['catalogue', 'media', 'stock'],
  search: ['catalogue', 'media'],
  // Search and basket import media for the pictures in their rows (R-CATALOGUE-2, R-BASKET-2).
  basket: ['accounts', 'catalogue', 'search', 'media'],
  'order-pad': ['accounts', 'catalogue', 'search', 'basket'],
  finder: ['accounts', 'catalogue', 'search', 'basket'],
  delivery: ['accounts', 'basket'],
  'back-office': ['accounts', 'catalogue'],
  // The stock says which order gets what is on hand (R-STOCK-7), which decides what a despatch may hold.
  orders: ['accounts', 'catalogue', 'basket', 'delivery', 'stock'],
  quotes: ['accounts', 'catalogue', 'basket', 'delivery', 'orders'],
  // A return is of an order's goods; its pictures are encoded as product pictures are.
  // Its lines have the names of an order's lines, with what the buyer entered for them, of which the basket knows all.
  returns: ['accounts', 'basket', 'media', 'orders'],
  stock: [],
  // Invoices and credit notes are issued by orders.
  'sales-ledger': ['accounts', 'basket', 'orders'],
  approvals: ['accounts', 'orders'],
  payments: ['accounts', 'orders'],
  checkout: ['accounts', 'basket', 'delivery', 'orders', 'quotes', 'approvals', 'payments'],
  'product-lists': ['accounts', 'catalogue', 'search', 'finder', 'basket', 'wallpaper', 'media'],
  // The staff's screens of a feature are in its sub-folder and have a list of their own.
  // The queue marks the orders that can go out whole: by the same rule, over the orders of a page.
  // How an order is delivered is formatted from its facts by delivery.
  'orders/admin': [
    'accounts',
    'back-office',
    'basket',
    'catalogue',
    'delivery',
    'orders',
    'payments',
    'stock',
  ],
  // Staff add parts to a quote by any number, like the order pad, at the customer's price of the basket.
  'quotes/admin': [
    'accounts',
    'back-office',
    'basket',
    'catalogue',
    'delivery',
    'order-pad',
    'orders',
    'quotes',
    'search',
  ],
  // What is received comes into stock, and what a card paid for it is refunded.
  'returns/admin': [
    'accounts',
    'back-office',
    'basket',
    'catalogue',
    'orders',
    'payments',
    'returns',
    'stock',
  ],
  'search/admin': ['accounts', 'back-office', 'catalogue', 'search'],
  'sales-ledger/admin': ['accounts', 'back-office', 'catalogue', 'orders', 'sales-ledger'],
  // Parts are found by the search, and deliveries are read like the lists of the order pad. The page of a part has the orders
  // that wait for it, with the day that their customers expect.
  'stock/admin': ['accounts', 'back-office', 'catalogue', 'order-pad', 'orders', 'search', 'stock'],
  // The home page shows the products that were viewed last; the page about delivery shows its services and prices.
  home: [
    'accounts',
    'catalogue',
    'delivery',
    'search',
    'finder',
    'orders',
    'quotes',
    'approvals',
    'product-lists',
    'layout',
  ],
  // The header shows the basket's total and suggests products; the footer has the newsletter's form.
  layout: [
    'accounts',
    'catalogue',
    'basket',
    'search',
    'finder',
    'orders',
    'quotes',
    'approvals',
    'product-lists',
    'newsletter',
  ],
}

/** Plain `.ts` files that use browser APIs. New ones are named `*.client.ts` instead of listed here. */
exports.browserFiles = ['src/ui/browser/send.ts']

/** Packages without I/O. A plain `.ts` file may import these and no others. */
exports.purePackages = ['zod', 'lru-cache', 'punycode', 'numfmt', 'bidi-js']
