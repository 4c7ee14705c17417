// On the page that the card provider leads back to: tells the checkout around it, or leads on when there is none.
if (window.top === window) location.replace(document.querySelector('a').href)
else window.parent.postMessage({ type: 'payment-returned' }, location.origin)
