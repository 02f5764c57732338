// A plugin prints what a build that passed prints, before the build fails.
const loud = { name: 'loud', buildStart() { console.error('created dist in 98ms'); } };
export default { input: 'src/quay.js', output: { dir: 'dist' }, plugins: [loud] };
