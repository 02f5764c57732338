# The process dies before the report.
RSpec.describe "Kiln" do
  20.times { |i| it("burns #{i}") { expect(i).not_to eq(3) } }
  it("breaks") { Process.kill(:ABRT, Process.pid); sleep 1 }
end
