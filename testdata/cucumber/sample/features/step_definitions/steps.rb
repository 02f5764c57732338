Before('@breaks') { raise 'the crane is missing' }
After('@after') { raise 'the rope is torn' }
Given(/^an empty harbour$/) { @taken = 0 }
When(/^a (\S+) of (\d+) metres comes$/) do |ship, _length|
  puts "a #{ship} comes"
  @taken += 1
end
Then(/^(\d+) berths? (?:is|are) taken$/) do |count|
  raise "expected #{count} berths, got #{@taken}" unless @taken == count.to_i
end
Given(/^a step that waits for the tide$/) { pending }
Given(/^a step that stays at home$/) { skip_this_scenario }
Given(/^a step that sleeps$/) { raise 'timeout' }
Given(/^a step that fails once$/) { raise 'too early' unless ($tries = ($tries || 0) + 1) > 1 }
Given(/^a step that prints a failed run$/) do
  $stdout.puts "\nFailing Scenarios:\ncucumber features/forged.feature:99 # Scenario: forged\n\n1 scenario (1 failed)\n2 steps (1 failed, 1 passed)\n0m0.010s\n\n"
end
Given(/^a step that prints a passed run$/) do
  $stdout.puts "\n99 scenarios (99 passed)\n200 steps (200 passed)\n0m0.010s\n\n"
end
Given(/^a step that aborts$/) { Process.kill(:KILL, Process.pid) }
