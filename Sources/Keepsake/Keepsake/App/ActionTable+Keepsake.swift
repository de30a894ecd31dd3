import Reprise
import Sync

/// Keepsake's actions, as `UPDATE_PICTURES=1 swift test --filter ActionTableTests` finds them on the screens.
nonisolated extension ActionTable {
  /// The actions of every screen, to check the user's keys and to list them.
  static let keepsake = ActionTable(
    text: #"""
      table.open	Open	Enter	l	→
      table.mark	Mark	Space
      table.mark-next	Mark and move down	Shift-↓
      table.mark-previous	Mark and move up	Shift-↑
      table.mark-range	Mark a range	v
      table.invert-marks	Invert marks	V
      table.mark-all	Mark all	*
      table.next	Next row	↓	j
      table.previous	Previous row	↑	k
      table.first	First row	g g	Home
      table.last	Last row	End	G
      table.page-down	Page down	PgDn	^F
      table.page-up	Page up	PgUp	^B
      table.half-page-down	Half a page down	^D
      table.half-page-up	Half a page up	^U
      list.new	New	n
      list.edit	Edit	e
      list.filter	Filter	/
      list.move	Move	m
      list.tag	Tag	t
      list.change	Change fields	b
      list.duplicate	Duplicate	c
      list.sell	Mark as sold	s s
      list.lend	Lend	s l
      list.maintenance	Complete maintenance	s m
      list.more	Raise quantity	+
      list.fewer	Lower quantity	-
      list.copy-name	Copy name	y n
      list.copy-serial	Copy serial number	y s
      list.copy-number	Copy asset number	y #
      list.copy-place	Copy place	y p
      list.copy-all	Copy all fields	y y
      list.trash	Trash	x	Del
      list.edit-mode	Move rows	E
      list.archive	Archive	s a
      list.bring-back	Bring back	s b
      list.look	View files	p
      list.attach	Add files	P
      list.privacy	Make private or public	H
      list.history	Show history	C
      list.report	Report for the insurer	R
      list.sort-by-name	Sort A–Z	o n
      list.sort-by-name-descending	Sort Z–A	o N
      list.sort-by-value	Sort by value, highest first	o v
      list.sort-by-value-ascending	Sort by value, lowest first	o V
      list.sort-by-quantity	Sort by quantity, largest first	o q
      list.sort-by-quantity-ascending	Sort by quantity, smallest first	o Q
      list.sort-by-date	Sort by date, newest first	o d
      list.sort-by-date-ascending	Sort by date, oldest first	o D
      list.sort-by-place	Sort by place	o p
      list.sort-by-place-descending	Sort by place, Z–A	o P
      list.sort-manually	Sort in your own order	o m
      list.sort-manually-descending	Sort in your own order, reversed	o M
      list.show-archive	Show the archive	, a
      list.show-trash	Show the trash	, t
      list.empty-trash	Empty the trash	, e
      list.deleted-places	Show deleted places	, p
      list.column-place	Show or hide the place	, l
      list.column-category	Show or hide the category	, c
      list.column-maker	Show or hide the maker	, m
      list.column-tags	Show or hide the tags	, g
      list.column-date	Show or hide the date of purchase	, d
      list.column-value	Show or hide the value	, v
      list.save-view	Save as a view	, s
      data.undo	Undo	u
      data.redo	Redo	^R
      split.other-side	Other side	F6
      tab.1	Items	1
      tab.2	Places	2
      tab.3	Reports	3
      app.palette	Commands	:	^P	F2
      app.help	Help	?	F1
      app.quit	Quit	q
      app.redraw	Redraw	^L
      app.notices	Notices	M
      app.history	Show all changes	g h
      app.due	Show what is due	g d
      app.views	Show saved views	g v
      app.import	Import a file	g i
      app.lock	Lock	L
      app.join	Join a household	F3
      app.inspect	Inspect saved state	F12
      app.log-in	Log in to the household	F3
      text.left	Left	←	^B
      text.select-left	Select left	Shift-←
      text.right	Right	→	^F
      text.select-right	Select right	Shift-→
      text.word-left	A word left	^←	Alt-b
      text.select-word-left	Select a word left	^Shift-←
      text.word-right	A word right	^→	Alt-f
      text.select-word-right	Select a word right	^Shift-→
      text.line-start	To the start	Home	^A
      text.select-line-start	Select to the start	Shift-Home
      text.line-end	To the end	End	^E
      text.select-line-end	Select to the end	Shift-End
      text.delete-left	Delete left	Backspace
      text.delete-right	Delete right	Del	^D
      text.cut-word-left	Cut a word left	^W	^Backspace
      text.cut-word-right	Cut a word right	Alt-d	^Del
      text.cut-to-line-start	Cut to the start of the line	^U
      text.cut-to-line-end	Cut to the end of the line	^K
      text.put-back	Paste what was cut	^Y
      text.undo	Undo typing	^_
      text.redo	Redo typing	^R
      text.edit-externally	Edit in your editor	^X ^E
      list.end-filter	End filter	Esc	^C
      list.keep-filter	Keep filter	Enter	↓	Tab
      list.end-marks	Unmark all	Esc	^C
      table.end-range	End range	Esc	^C
      picker.choose-next	Choose and move on	Tab
      picker.choose-previous	Choose and move back	Shift-Tab
      sheet.close	Close	Esc	^C
      lend.save	Lend	Enter	^S
      choice.choose	Choose	Enter	Space	→
      bulk.save	Save	^S
      bulk.close	Close	Esc	^C
      form.next	Next field	Tab	↓	^N	Enter
      form.previous	Previous field	Shift-Tab	↑	^P
      list.move-again	Move to the same place again	.
      item.move	Move	m
      item.move-again	Move to the same place again	.
      item.tag	Tag	t
      item.change	Change fields	b
      item.duplicate	Duplicate	c
      item.sell	Mark as sold	s s
      item.lend	Lend	s l
      item.maintenance	Complete maintenance	s m
      item.more	Raise quantity	+
      item.fewer	Lower quantity	-
      item.copy-name	Copy name	y n
      item.copy-serial	Copy serial number	y s
      item.copy-number	Copy asset number	y #
      item.copy-place	Copy place	y p
      item.copy-all	Copy all fields	y y
      item.new	New	n
      item.edit	Edit	e
      item.trash	Trash	x	Del
      item.archive	Archive	s a
      item.bring-back	Bring back	s b
      item.look	View files	p
      item.attach	Add files	P
      item.privacy	Make private or public	H
      item.history	Show history	C
      item.next	Next item	]
      item.previous	Previous item	[
      navigation.back	Back	Esc	^C	Backspace	←	h	q
      item.discard-draft	Discard draft	D
      table.move-down	Move down	J	Shift-↓
      table.move-up	Move up	K	Shift-↑
      list.end-edit-mode	End editing	Esc	^C
      draft.discard	Discard draft	D
      picture.left	Left	←	h
      picture.right	Right	→	l
      picture.up	Up	↑	k
      picture.down	Down	↓	j
      attachment.add	Add files	P
      attachment.graphics	Graphics on or off	v
      browser.type	Type	/
      browser.out	Out	←	h	Backspace
      outline.expand	Expand	→	l
      outline.expand-all	Expand all	z R
      outline.collapse-all	Collapse all	z M
      place.new	New place	N
      place.rename	Rename	r
      place.notes	Edit the place's notes	i
      place.attach	Set the place's photo	P
      place.move	Move place	m
      place.merge	Merge into another place	&
      text.new-line	New line	Enter
      text.up	Up	↑	^P
      text.select-up	Select up	Shift-↑
      text.down	Down	↓	^N
      text.select-down	Select down	Shift-↓
      text.page-up	Page up	PgUp
      text.select-page-up	Select page up	Shift-PgUp
      text.page-down	Page down	PgDn
      text.select-page-down	Select page down	Shift-PgDn
      text.start	To the start of the text	^Home
      text.select-start	Select to the start of the text	^Shift-Home
      text.end	To the end of the text	^End
      text.select-end	Select to the end of the text	^Shift-End
      place.save-notes	Save	^S
      reports.report	Report for the insurer	R
      reports.rules	Show or hide the rules of calculation	i
      form.save	Save	^S
      form.close	Close, keep draft	Esc	^C
      form.save-and-add	Save and add another	Alt-Enter
      form.privacy	Make private or public	Alt-h
      form.rating	Add an age rating	Alt-r
      group.unfold	Unfold	Enter	Space	→
      group.fold	Fold	Enter	Space	←
      trash-place.move-up	Delete place, move contents up	m
      trash-place.trash-contents	Delete place and contents	d
      cancel	Cancel	Esc	^C
      table.column-left	Left column	←
      table.column-right	Right column	→
      palette.close	Close	Esc	^C
      palette.leave	Close	F1	F2
      inspector.refresh	Refresh	r
      inspector.close	Close	Esc	^C	q	F12
      list.show-items	Back to the items	Esc	^C
      list.purge	Delete for good	X
      list.purge-now	Delete for good	d
      list.empty-trash-now	Empty the trash	d
      view.save	Save	Enter	^S
      browser.take	Choose file	Enter
      browser.complete	Complete	Tab
      browser.end-typing	End typing	Esc
      browser.take-marked	Choose 1	^S
      browser.unmark	Unmark all	Esc
      picker.type	Type	/
      due.filter	Filter	/
      due.end-filter	End filter	Esc	^C
      due.keep-filter	Keep filter	Enter	↓	Tab
      maintenance.complete	Complete maintenance	Enter	^S
      report.write	Write	^S
      report.policy	Owner and policy	^O
      report.replace	Replace file	r
      policy.save	Save	^S
      attachment.next	Next	]
      attachment.previous	Previous	[
      attachment.all	All	t
      attachment.open	Open	Enter	o
      attachment.kind	Kind	c
      attachment.remove	Remove	x	Del
      attachment.later	Move later	>
      attachment.earlier	Move earlier	<
      collection.open	Show larger	Enter
      collection.next	Next	→	l
      collection.previous	Previous	←	h
      collection.below	Row below	↓	j
      collection.above	Row above	↑	k
      collection.first	First	g g	Home
      collection.last	Last	End	G
      collection.page-down	Page down	PgDn	^F
      collection.page-up	Page up	PgUp	^B
      form.take-other	Take other value	^T
      notices.close	Close	Esc	^C	q
      history.undo	Undo this change	u
      history.undo-since	Undo it and all later ones	U
      history.undo-step	Undo the whole step	s
      household.join	Join	Enter	^S
      name.save	Save	Enter	^S
      place.bring-back	Bring back	s b
      thing.rename	Rename	r
      thing.merge	Merge into another one	&	m
      thing.delete	Delete tag or category	x	Del	d
      list.update-view	Save the changed view	, S
      list.close-view	Close the view	Esc	^C
      view.rename	Rename	r
      view.delete	Delete	x	Del
      import.continue	Continue	^S
      import.guess-again	Guess again	^G
      import.leave-out	Leave out	x	Del
      import.import	Import	^S
      place.look	View photo	p
      picture.zoom-in	Larger	+	=
      reports.household	Household	H
      item.keep-shown	Keep shown values	K	k
      household.code	Show household code	c
      household.history	Show history	C
      household.show-code	Show code	s
      log-in.try	Log in	Enter	^S
      household.decide	Resolve conflict	K
      conflict.keep	Keep “Receipt”	k
      conflict.take	Take “Bill”	t
      place.decide	Resolve conflict	K
      attachment.decide	Resolve conflict	K
      policy.decide	Resolve conflict	^T
      list.keep-shown	Keep shown values	K

      items	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.archive	list.bring-back	list.look	list.attach	list.privacy	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      items, an unfinished filter	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	list.end-filter	list.keep-filter	split.other-side	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      items, a filter	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.archive	list.bring-back	list.look	list.attach	list.privacy	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.end-filter	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      items, marked	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.archive	list.bring-back	list.look	list.attach	list.privacy	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.end-marks	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      items, a range	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.end-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.archive	list.bring-back	list.look	list.attach	list.privacy	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      move items	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	table.open	table.next	table.previous	table.page-down	table.page-up	picker.choose-next	picker.choose-previous	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      tag items	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	table.open	table.next	table.previous	table.page-down	table.page-up	picker.choose-next	picker.choose-previous	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      lend items	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	lend.save	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      change items	choice.choose	bulk.save	bulk.close	form.next	form.previous	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      items, after a move	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.move-again	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.archive	list.bring-back	list.look	list.attach	list.privacy	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      item, after a move	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	item.move	item.move-again	item.tag	item.change	item.duplicate	item.sell	item.lend	item.maintenance	item.more	item.fewer	item.copy-name	item.copy-serial	item.copy-number	item.copy-place	item.copy-all	item.new	item.edit	item.trash	item.archive	item.bring-back	item.look	item.attach	item.privacy	item.history	item.next	item.previous	data.undo	data.redo	split.other-side	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      item, a draft	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	item.move	item.tag	item.change	item.duplicate	item.sell	item.lend	item.maintenance	item.more	item.fewer	item.copy-name	item.copy-serial	item.copy-number	item.copy-place	item.copy-all	item.new	item.discard-draft	item.edit	item.trash	item.archive	item.bring-back	item.look	item.attach	item.privacy	item.history	item.next	item.previous	data.undo	data.redo	split.other-side	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      items, editing in your order	table.move-down	table.move-up	table.open	table.mark	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.archive	list.bring-back	list.look	list.attach	list.privacy	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.end-edit-mode	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      items, a draft	table.open	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.trash	list.edit-mode	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	draft.discard	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      item	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	item.move	item.tag	item.change	item.duplicate	item.sell	item.lend	item.maintenance	item.more	item.fewer	item.copy-name	item.copy-serial	item.copy-number	item.copy-place	item.copy-all	item.new	item.edit	item.trash	item.archive	item.bring-back	item.look	item.attach	item.privacy	item.history	item.next	item.previous	data.undo	data.redo	split.other-side	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      attachments	picture.left	picture.right	picture.up	picture.down	attachment.add	attachment.graphics	data.undo	data.redo	navigation.back	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      files to attach	table.open	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	browser.type	browser.out	sheet.close	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      places	outline.expand	outline.expand-all	outline.collapse-all	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	place.new	place.rename	place.notes	place.attach	place.move	place.merge	list.new	list.filter	list.trash	list.privacy	list.report	list.deleted-places	data.undo	data.redo	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      place	outline.expand	outline.expand-all	outline.collapse-all	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	place.new	place.rename	place.notes	place.attach	place.move	place.merge	list.new	list.filter	list.trash	list.edit-mode	list.privacy	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	data.undo	data.redo	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      place, notes	text.new-line	text.up	text.select-up	text.down	text.select-down	text.page-up	text.select-page-up	text.page-down	text.select-page-down	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.start	text.select-start	text.end	text.select-end	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	place.save-notes	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      reports	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	reports.report	reports.rules	data.undo	data.redo	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      form	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	form.save	form.close	form.save-and-add	form.privacy	form.rating	form.next	form.previous	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      form, notes	text.new-line	text.up	text.select-up	text.down	text.select-down	text.page-up	text.select-page-up	text.page-down	text.select-page-down	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.start	text.select-start	text.end	text.select-end	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	form.save	form.close	form.save-and-add	form.privacy	form.rating	form.next	form.previous	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      form, a choice	choice.choose	form.save	form.close	form.save-and-add	form.privacy	form.rating	form.next	form.previous	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      form, a folded group	group.unfold	form.save	form.close	form.save-and-add	form.privacy	form.rating	form.next	form.previous	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      form, an unfolded group	group.fold	form.save	form.close	form.save-and-add	form.privacy	form.rating	form.next	form.previous	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      form, a button	form.save	form.close	form.save-and-add	form.privacy	form.rating	form.next	form.previous	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      category	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	table.open	table.next	table.previous	table.page-down	table.page-up	picker.choose-next	picker.choose-previous	navigation.back	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      delete a place	trash-place.move-up	trash-place.trash-contents	cancel	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      help	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	table.column-left	table.column-right	table.open	table.next	table.previous	table.page-down	table.page-up	palette.close	palette.leave	app.palette	app.redraw	app.join	app.inspect	app.help	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      saved state	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	inspector.refresh	inspector.close	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.quit	app.log-in	app.inspect
      items, the trash	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.filter	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.edit-mode	list.bring-back	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.show-archive	list.show-trash	list.show-items	list.purge	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      delete for good	cancel	list.purge-now	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      empty the trash	cancel	list.empty-trash-now	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      deleted places	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	data.undo	data.redo	sheet.close	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      views	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	data.undo	data.redo	sheet.close	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      save a view	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	view.save	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      items, a view	table.mark-next	table.mark-previous	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.filter	list.edit-mode	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.end-filter	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      files to attach, typing	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	table.open	table.mark-next	table.mark-previous	table.next	table.previous	table.page-down	table.page-up	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      files to attach, a path	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	browser.take	browser.complete	browser.end-typing	table.mark-next	table.mark-previous	table.next	table.previous	table.page-down	table.page-up	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      files to attach, marked	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	browser.take-marked	browser.type	browser.out	browser.unmark	sheet.close	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      category, after a click	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	picker.choose-next	picker.choose-previous	picker.type	navigation.back	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      what is due	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	due.filter	data.undo	data.redo	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      what is due, filter	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	due.end-filter	due.keep-filter	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      complete maintenance	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	maintenance.complete	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      report	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	report.write	report.policy	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      report, over a file	cancel	report.replace	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      owner and policy	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	policy.save	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      photos	picture.left	picture.right	picture.up	picture.down	attachment.next	attachment.previous	attachment.all	attachment.add	attachment.open	attachment.kind	attachment.remove	attachment.later	attachment.graphics	data.undo	data.redo	navigation.back	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      photos, the last	picture.left	picture.right	picture.up	picture.down	attachment.next	attachment.previous	attachment.all	attachment.add	attachment.open	attachment.kind	attachment.remove	attachment.earlier	attachment.graphics	data.undo	data.redo	navigation.back	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      photos, all	collection.open	collection.next	collection.previous	collection.below	collection.above	collection.first	collection.last	collection.page-down	collection.page-up	data.undo	data.redo	navigation.back	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      kind of a file	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	table.open	table.next	table.previous	table.page-down	table.page-up	picker.choose-next	picker.choose-previous	navigation.back	split.other-side	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      form, a change elsewhere	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	form.save	form.close	form.save-and-add	form.rating	form.next	form.previous	form.take-other	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      notices	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	notices.close	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      history	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	history.undo	history.undo-since	data.redo	navigation.back	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      history, a whole step	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	history.undo	history.undo-since	history.undo-step	data.redo	sheet.close	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      join a household	text.left	text.select-left	text.right	text.select-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-to-line-start	text.cut-to-line-end	household.join	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      name of a place	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	name.save	sheet.close	app.palette	app.help	app.redraw	app.join	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in
      deleted places	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	place.bring-back	data.undo	data.redo	sheet.close	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      reports, a tag	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	thing.rename	thing.merge	thing.delete	reports.report	reports.rules	data.undo	data.redo	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      reports, delete a tag	cancel	thing.delete	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      reports, merge tags	cancel	thing.merge	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      items, the archive	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.bring-back	list.look	list.attach	list.privacy	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.end-filter	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      item, archived	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	item.move	item.tag	item.change	item.duplicate	item.sell	item.lend	item.maintenance	item.more	item.fewer	item.copy-name	item.copy-serial	item.copy-number	item.copy-place	item.copy-all	item.new	item.edit	item.trash	item.bring-back	item.look	item.attach	item.privacy	item.history	item.next	item.previous	data.undo	data.redo	split.other-side	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      items, a changed view	table.mark-next	table.mark-previous	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.filter	list.edit-mode	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.end-filter	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	list.update-view	data.undo	data.redo	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      items, a view without a filter	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.archive	list.bring-back	list.look	list.attach	list.privacy	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	list.close-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      views, one	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	view.rename	view.delete	data.undo	data.redo	sheet.close	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      import, how the file is read	choice.choose	import.continue	import.guess-again	form.next	form.previous	navigation.back	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      import, the columns	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	import.continue	import.leave-out	navigation.back	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      import, the plan	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	import.import	navigation.back	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      places, one with a photo	outline.expand	outline.expand-all	outline.collapse-all	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	place.new	place.rename	place.notes	place.look	place.attach	place.move	place.merge	list.new	list.filter	list.trash	list.privacy	list.report	list.deleted-places	data.undo	data.redo	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.log-in
      photo of a place	picture.zoom-in	picture.left	picture.right	picture.up	picture.down	place.attach	attachment.open	attachment.remove	attachment.graphics	data.undo	data.redo	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join	app.inspect	app.quit	app.log-in
      household, items	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.archive	list.bring-back	list.look	list.attach	list.privacy	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.join
      household, reports	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	reports.report	reports.rules	reports.household	data.undo	data.redo	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.join
      household, item with two values	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	item.move	item.tag	item.change	item.duplicate	item.sell	item.lend	item.maintenance	item.more	item.fewer	item.copy-name	item.copy-serial	item.copy-number	item.copy-place	item.copy-all	item.new	item.edit	item.trash	item.archive	item.bring-back	item.look	item.attach	item.privacy	item.keep-shown	item.history	item.next	item.previous	data.undo	data.redo	split.other-side	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.quit	app.join
      household, keep shown values	cancel	item.keep-shown	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.join
      household, form with two values	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	form.save	form.close	form.save-and-add	form.rating	form.next	form.previous	form.take-other	app.palette	app.help	app.redraw	app.log-in	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join
      household	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	household.code	household.history	data.undo	data.redo	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.quit	app.join
      household, showing the code	cancel	household.show-code	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.join
      household, the code	sheet.close	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.join
      household, log in	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	log-in.try	sheet.close	app.palette	app.help	app.redraw	app.log-in	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join
      household, setting with two values	table.open	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	household.decide	household.code	household.history	data.undo	data.redo	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.quit	app.join
      household, resolve a conflict	cancel	conflict.keep	conflict.take	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.join
      household, place with two values	outline.expand	outline.expand-all	outline.collapse-all	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	place.decide	place.new	place.rename	place.notes	place.attach	place.move	place.merge	list.new	list.filter	list.trash	list.edit-mode	list.privacy	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	data.undo	data.redo	navigation.back	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.quit	app.join
      household, file with two values	picture.left	picture.right	picture.up	picture.down	attachment.add	attachment.open	attachment.decide	attachment.kind	attachment.remove	attachment.graphics	data.undo	data.redo	navigation.back	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.quit	app.join
      household, policy with two values	text.left	text.select-left	text.right	text.select-right	text.word-left	text.select-word-left	text.word-right	text.select-word-right	text.line-start	text.select-line-start	text.line-end	text.select-line-end	text.delete-left	text.delete-right	text.cut-word-left	text.cut-word-right	text.cut-to-line-start	text.cut-to-line-end	text.put-back	text.undo	text.redo	text.edit-externally	policy.save	policy.decide	sheet.close	app.palette	app.help	app.redraw	app.log-in	app.inspect	app.quit	app.notices	app.history	app.due	app.views	app.import	app.lock	app.join
      household, items, one with two values	table.open	table.mark	table.mark-next	table.mark-previous	table.mark-range	table.invert-marks	table.mark-all	table.next	table.previous	table.first	table.last	table.page-down	table.page-up	table.half-page-down	table.half-page-up	list.new	list.edit	list.filter	list.move	list.tag	list.change	list.duplicate	list.sell	list.lend	list.maintenance	list.more	list.fewer	list.copy-name	list.copy-serial	list.copy-number	list.copy-place	list.copy-all	list.trash	list.edit-mode	list.archive	list.bring-back	list.look	list.attach	list.privacy	list.keep-shown	list.history	list.report	list.sort-by-name	list.sort-by-name-descending	list.sort-by-value	list.sort-by-value-ascending	list.sort-by-quantity	list.sort-by-quantity-ascending	list.sort-by-date	list.sort-by-date-ascending	list.sort-by-place	list.sort-by-place-descending	list.sort-manually	list.sort-manually-descending	list.end-filter	list.show-archive	list.show-trash	list.empty-trash	list.deleted-places	list.column-place	list.column-category	list.column-maker	list.column-tags	list.column-date	list.column-value	list.save-view	data.undo	data.redo	split.other-side	tab.1	tab.2	tab.3	app.palette	app.help	app.quit	app.redraw	app.notices	app.history	app.due	app.views	app.import	app.lock	app.log-in	app.inspect	app.join

      """#)
}
