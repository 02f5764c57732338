// A harbour with two ships.
require('http').createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.statusCode = request.url === '/gone' ? 404 : 200;
  response.end(JSON.stringify({ ships: 2 }));
}).listen(8123);
