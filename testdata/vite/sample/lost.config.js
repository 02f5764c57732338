export default { root: 'good', build: { rollupOptions: { input: 'good/lost.html' } } };
