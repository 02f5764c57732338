function load() {
  process.abort();
}
console.log('depot opened');
load();
