describe('syntax', function () {
