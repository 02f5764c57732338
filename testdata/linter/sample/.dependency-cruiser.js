module.exports = { forbidden: [{ name: 'no-fs', severity: 'error', from: {}, to: { path: '^fs' } }] };
