from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_play_records")]

    operations = [
        migrations.AddField(
            model_name="championship",
            name="is_rehearsal",
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
