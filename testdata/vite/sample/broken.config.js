export default { root: 'good', build: { rollupOptions: { input: 'good/broken.html' } } };
