import Reprise

let shelfActions = ActionTable(
  text: """
    book.new\tNew\tn
    book.remove\tRemove\tx

    books\tbook.new\tbook.remove
    """)

func readPreferences(_ application: Application, _ files: [String]) -> [PreferenceProblem] {
  var preferences = Preferences(files: files)
  application.preferredTheme = preferences.theme()
  application.keyOverrides = preferences.keys(of: shelfActions, listedBy: "`shelf keys`")
  preferences.nameUnknownKeys()
  return preferences.problems
}

func followPreferences(_ application: Application, _ launch: Launch, _ owner: AnyObject) {
  let files = launch.directories.preferences
  application.systemFiles.configuration = files
  application.observe(.configuration, with: owner) { [weak application] in
    guard let application else { return }
    let problems = readPreferences(application, files)
    if let first = problems.first { application.window.show(problem: first.brief) }
  }
}
