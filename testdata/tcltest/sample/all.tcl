package require tcltest
namespace import ::tcltest::*
configure {*}$argv -testdir [file dirname [file normalize [info script]]]
runAllTests
